import type { SkillProject } from '@deepseek-ai/dsh-skill'
import { quotePath } from './links.ts'
import type { LocalProblem } from './problems.ts'

export function noteOfDepth(path: string, skill: string, root: string): LocalProblem {
  return {
    code: 'too-deep',
    severity: 'note',
    message: `The skill lies one level too deep: only folders directly in ${quotePath(root)} are skills.`,
    path,
    hint: 'Move its folder up, or name the folder that it lies in under customSkillDirs.',
    skill,
  }
}

export function noteOfCase(path: string, skill: string): LocalProblem {
  return {
    code: 'case-mismatch',
    severity: 'note',
    message: 'The file is not found, because its name is spelled in other letters.',
    path,
    hint: 'Rename it to SKILL.md.',
    skill,
  }
}

export function noteOfNoSkill(path: string): LocalProblem {
  return {
    code: 'no-skill-file',
    severity: 'note',
    message: 'The folder has no SKILL.md.',
    path,
    hint: 'Add one, or check out the submodule that belongs there.',
  }
}

export function noteOfLimit(path: string, count: number): LocalProblem {
  return {
    code: 'look-limit',
    severity: 'note',
    message: `There are too many folders to look into all: ${count} of these were left out.`,
    path,
    hint: 'Ask for one folder at a time.',
  }
}

export function noteOfUnsearched(path: string, skill: string, project: SkillProject): LocalProblem {
  const why = project.foundBy === 'git' ? 'that is where .git is' : 'no folder above it has a .git'
  return {
    code: 'folder-not-searched',
    severity: 'note',
    message: `The skill is not searched for here: the project root is ${quotePath(project.root)}, since ${why}.`,
    path,
    hint: 'Move the skill into the .dsh/skills of the project root, or name its folder under customSkillDirs.',
    skill,
  }
}
