import type { SkillCollection, SkillProvider } from '@deepseek-ai/dsh-skill'
import { createMemoryProvider, providerSuite, type ProviderHarness } from '@deepseek-ai/dsh-skill/testing'
import { describe, expect, it } from 'vitest'

const memory: ProviderHarness = {
  open: (skills) => {
    const provider = createMemoryProvider({ skills })
    return { provider, cwd: '/work', write: provider.write, remove: provider.remove }
  },
}

/** The smallest provider that one could write by hand: two functions over a map. */
const embedded: ProviderHarness = {
  open: (skills) => {
    const texts = new Map(skills.map((skill) => [skill.name, skill]))
    const provider: SkillProvider = {
      name: 'embedded',
      list: async ({ signal }) => {
        signal?.throwIfAborted()
        return [...texts.values()].map(({ name, description }) => ({
          name,
          description,
          source: 'embedded',
          provider: 'embedded',
          rank: 350,
          locator: name,
        }))
      },
      get: async ({ locator }, { signal }) => {
        signal?.throwIfAborted()
        const skill = texts.get(locator as string)
        return skill && { ...skill, source: 'embedded', provider: 'embedded' }
      },
    }
    return {
      provider,
      write: (skill) => void texts.set(skill.name, skill),
      remove: (name) => void texts.delete(name),
    }
  },
}

describe('the memory provider', () => {
  for (const { title, run } of providerSuite(memory)) it(title, run)
})

describe('an embedded provider', () => {
  for (const { title, run } of providerSuite(embedded)) it(title, run)
})

type Fault = (sound: SkillProvider) => Partial<SkillProvider>

/** One fault each, put into a memory provider. */
const faults: Readonly<Record<string, Fault>> = {
  'has the reserved name': () => ({ name: 'runtime' }),
  'has a senseless time limit': () => ({ timeoutMs: 0 }),
  'lists a skill under a name that is none': (sound) => ({
    list: async (options) =>
      (await candidates(sound, options)).map((one) => ({ ...one, name: one.name.toUpperCase() })),
  }),
  'lists a rank that is no number': (sound) => ({
    list: async (options) => (await candidates(sound, options)).map((one) => ({ ...one, rank: NaN })),
  }),
  'lists another description': (sound) => ({
    list: async (options) => (await candidates(sound, options)).map((one) => ({ ...one, description: 'Other.' })),
  }),
  'forgets a skill': (sound) => ({ list: async (options) => (await candidates(sound, options)).slice(1) }),
  'lists a skill twice': (sound) => ({
    list: async (options) => [...(await candidates(sound, options)), ...(await candidates(sound, options)).slice(0, 1)],
  }),
  'lists in another order each time': (sound) => {
    let time = 0
    return {
      list: async (options) => {
        time += 1
        const all = await candidates(sound, options)
        return time % 2 === 0 ? all : all.toReversed()
      },
    }
  },
  'reports a problem without a hint': (sound) => ({
    list: async (options) => ({
      candidates: await candidates(sound, options),
      problems: [{ code: 'provider-failed', severity: 'note', message: 'M.', path: '/p' } as never],
    }),
  }),
  'reports a problem with an escape sequence': (sound) => ({
    list: async (options) => ({
      candidates: await candidates(sound, options),
      problems: [{ code: 'provider-failed', severity: 'note', message: '\u001b[2J', path: '/p', hint: 'H.' }],
    }),
  }),
  'tells its roots in another order': (sound) => ({
    list: async (options) => ({
      candidates: await candidates(sound, options),
      roots: [2, 1].map((rank) => ({ rank, source: 'memory', path: `/r${rank}`, state: 'read' })),
    }),
  }),
  'is never complete': (sound) => ({
    list: async (options): Promise<SkillCollection> => ({
      candidates: await candidates(sound, options),
      complete: false,
    }),
  }),
  'loads another text': (sound) => ({
    get: async (candidate, options) => withContent(await sound.get(candidate, options), 'Other.'),
  }),
  'loads the same skill for all': (sound) => ({
    get: async (candidate, options) => sound.get({ ...candidate, locator: { name: 'a1' } }, options),
  }),
  'cannot work with a copy of its candidate': (sound) => {
    const own = new WeakSet<object>()
    return {
      list: async (options) => {
        const all = await candidates(sound, options)
        for (const one of all) own.add(one)
        return all
      },
      get: async (candidate, options) => (own.has(candidate) ? sound.get(candidate, options) : undefined),
    }
  },
  'rejects for a skill that is gone': (sound) => ({
    get: async (candidate, options) => {
      const skill = await sound.get(candidate, options)
      if (!skill) throw new Error('gone')
      return skill
    },
  }),
  'remembers its first list': (sound) => {
    let first: ReturnType<typeof sound.list> | undefined
    return { list: (options) => (first ??= sound.list(options)) }
  },
  'remembers the texts that it has loaded': (sound) => {
    const loaded = new Map<string, ReturnType<typeof sound.get>>()
    return {
      list: async (options) => {
        const all = await candidates(sound, options)
        for (const one of all) if (!loaded.has(one.name)) loaded.set(one.name, sound.get(one, {}))
        return all
      },
      get: async (candidate, options) => {
        options.signal?.throwIfAborted()
        return loaded.get(candidate.name)
      },
    }
  },
  'cannot do two things at a time': (sound) => {
    let isBusy = false
    return {
      list: async (options) => {
        if (isBusy) throw new Error('busy')
        isBusy = true
        const all = await candidates(sound, options)
        isBusy = false
        return all
      },
    }
  },
  'needs a folder': (sound) => ({
    list: async (options) => {
      if (options.cwd === undefined) throw new Error('no folder')
      return sound.list(options)
    },
  }),
  'does not mind an aborted signal': (sound) => ({ list: ({ cwd }) => sound.list({ cwd }) }),
  'rejects with an error of its own': (sound) => ({
    get: async (candidate, { signal }) => {
      if (signal?.aborted) throw new Error('aborted')
      return sound.get(candidate, {})
    },
  }),
  'leaves a listener behind': (sound) => ({
    list: async (options) => {
      options.signal?.addEventListener('abort', () => {})
      return sound.list(options)
    },
  }),
  'shows its token': (sound) => ({
    list: async (options) =>
      (await candidates(sound, options)).map((one) => ({ ...one, path: 'https://x/?key=s3cret' })),
  }),
}

/** Words from the title of the check that each fault is for. */
const caughtBy: Readonly<Record<string, string>> = {
  'has the reserved name': 'has a name',
  'has a senseless time limit': 'has a name',
  'lists a skill under a name that is none': 'in the shape of the interface',
  'lists a rank that is no number': 'in the shape of the interface',
  'lists another description': 'in the shape of the interface',
  'forgets a skill': 'in the shape of the interface',
  'lists a skill twice': 'in the shape of the interface',
  'lists in another order each time': 'in the same order',
  'reports a problem without a hint': 'in the shape of the interface',
  'reports a problem with an escape sequence': 'without control characters',
  'tells its roots in another order': 'in the order of rank',
  'is never complete': 'when its source is empty',
  'loads another text': 'loads the skill of the same name',
  'loads the same skill for all': 'loads the skill of the same name',
  'cannot work with a copy of its candidate': 'loads the skill of the same name',
  'rejects for a skill that is gone': 'has gone since it was listed',
  'remembers its first list': 'lists what has come',
  'remembers the texts that it has loaded': 'as it is today',
  'cannot do two things at a time': 'side by side',
  'needs a folder': 'without a folder',
  'does not mind an aborted signal': 'aborted already',
  'rejects with an error of its own': 'aborted already',
  'leaves a listener behind': 'never aborted',
  'shows its token': 'secrets',
}

async function candidates(
  provider: SkillProvider,
  options: Parameters<SkillProvider['list']>[0],
): Promise<SkillCollection['candidates']> {
  const answer = await provider.list(options)
  return 'candidates' in answer ? answer.candidates : answer
}

function withContent<T extends object>(skill: T | undefined, content: string): (T & { content: string }) | undefined {
  return skill && { ...skill, content }
}

describe('the suite', () => {
  it('passes a sound provider in the harness that the faults are put into', async () => {
    expect(await failing(() => ({}))).toEqual([])
  })

  it.each(Object.entries(faults))('catches a provider that %s', async (title, fault) => {
    const caught = await failing(fault)
    expect(caught).toContainEqual(expect.stringContaining(caughtBy[title] ?? 'a row is missing'))
  })

  it('closes what it opened, also when a check fails', async () => {
    let open = 0
    const harness: ProviderHarness = {
      open: async (skills) => {
        open += 1
        const subject = await memory.open(skills)
        return {
          ...subject,
          provider: { ...subject.provider, list: () => Promise.reject(new Error('no')) },
          close: () => void (open -= 1),
        }
      },
    }
    const outcomes = await Promise.allSettled(providerSuite(harness).map(({ run }) => run()))
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true)
    expect(open).toBe(0)
  })
})

/** Titles of the checks that a memory provider with this fault does not pass. */
async function failing(fault: Fault): Promise<readonly string[]> {
  const harness: ProviderHarness = {
    secrets: ['s3cret'],
    open: async (skills) => {
      const subject = await memory.open(skills)
      return { ...subject, provider: { ...subject.provider, ...fault(subject.provider) } }
    },
  }
  const titles: string[] = []
  for (const { title, run } of providerSuite(harness)) {
    await run().catch(() => titles.push(title))
  }
  return titles
}
