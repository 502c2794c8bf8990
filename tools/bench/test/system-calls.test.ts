import { expect, it } from 'vitest'
import { callsBelow } from '../src/system-calls.ts'

it('counts the calls below a folder by name, each once, and nothing else', () => {
  const log = [
    '12 openat(AT_FDCWD</home>, "/c/a/SKILL.md", O_RDONLY|O_CLOEXEC) = 9</c/a/SKILL.md>',
    '12 read(9</c/a/SKILL.md>,  <unfinished ...>',
    '13 epoll_wait(3<anon_inode:[eventpoll]>, [], 8, 0) = 0',
    '12 <... read resumed>"---", 4096) = 3 # 9</c/a/SKILL.md>',
    '12 openat(AT_FDCWD</home>, "/c", O_RDONLY) = 9</c>',
    '12 openat(AT_FDCWD</home>, "/cc/SKILL.md", O_RDONLY) = 9</cc/SKILL.md>',
    '12 close(9</c/a/SKILL.md>) = 0',
  ].join('\n')
  expect(callsBelow(log, '/c')).toEqual(
    new Map([
      ['openat', 1],
      ['read', 1],
      ['close', 1],
    ]),
  )
})
