#!/usr/bin/env node
// Plain JavaScript with no static import that an old Node lacks: the version guard must be able to run there.
const [major, minor] = process.versions.node.split('.').map(Number)
const isSupported = (major === 22 && minor >= 22) || (major === 24 && minor >= 15) || major >= 26
if (!isSupported) {
  process.stderr.write(
    `dsh needs Node 22.22.2 or newer, 24.15 or newer, or 26 and up; this is Node ${process.versions.node}.\n`,
  )
  process.exit(1)
}
