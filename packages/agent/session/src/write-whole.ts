/**
 * Writes all of `bytes`, going on where the system took only a part.
 *
 * `write` hands over the bytes from `offset` on and returns how many were taken, as `write(2)` does.
 */
export function writeWhole(bytes: Uint8Array, write: (bytes: Uint8Array, offset: number) => number): void {
  let offset = 0
  while (offset < bytes.length) offset += write(bytes, offset)
}
