/**
 * Rows and parts whose time has not come, by what they wait for. They leave the list with their first test, and are then
 * asked for like any other.
 */
export const WAITING = {
  /** Catalogs behind HTTP, and their cache on the disk. */
  remote: [
    'F64 (remote)',
    'F77',
    'F79',
    'F81',
    'F82',
    'C11 (remote)',
    'R3 (remote)',
    'R10 (remote)',
    'N1',
    'N2',
    'N3',
    'N4',
    'N5',
    'N6',
    'N7',
    'N8',
    'N11',
    'N12',
    'N13',
    'N15',
    'N16',
    'N17',
    'N18',
    'N19',
    'N20',
    'D1 (remote)',
    'D2 (remote)',
    'D4 (remote)',
    'D6 (remote)',
    'D7 (remote)',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>
