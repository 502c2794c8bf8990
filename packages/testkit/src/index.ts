export { nodeBinaries, repositoryRoot, runNode, type ChildOptions, type ChildResult } from './child.ts'
export { itNeeding, type Need } from './needs.ts'
export { skillText, temporaryFolder, temporaryTree, writeTree, type Tree, type TreeEntry } from './tree.ts'
