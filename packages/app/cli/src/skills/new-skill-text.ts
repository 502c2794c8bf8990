/** The first text of a new skill. It passes `dsh skills check`. */
export function newSkillText(name: string): string {
  return `---
name: ${name}
description: >-
  Say here what this skill does, and when to use it: in the words that people use when they need it.
---

# ${name}

1. Say what to do, step by step, in short sentences.
2. Say how to tell that it worked.

Longer material goes into files beside this one, for example under a folder called references. Name them here, so that
they are read when they are needed.
`
}
