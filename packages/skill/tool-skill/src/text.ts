// What the model is told of skills, without the plugin: for commands that show it, and have neither agents nor tools.
export { type Catalog, renderCatalog } from './catalog.ts'
export { Config } from './config.ts'
export { renderSkillContent } from './content.ts'
export { normaliseDescription } from './description.ts'
export { estimateTokens } from './tokens.ts'
