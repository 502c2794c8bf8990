import { join } from 'node:path'

/**
 * What a child process gets that stands for a person at a machine of their own: the programs of the installation
 * `modules`, a home folder; no key, no settings of ours, and no network for npm.
 */
export function personsEnvironment(modules: string, home: string): Readonly<Record<string, string>> {
  return {
    PATH: `${join(modules, '.bin')}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    NO_COLOR: '1',
    // Halves the time that our sources take to start, unbuilt as they are.
    NODE_COMPILE_CACHE: join(modules, '.cache/node'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  }
}
