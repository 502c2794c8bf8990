/** Whether a path lies in a folder, or is the folder itself. Both are real paths, of this machine or of another. Pure. */
export function isWithin(path: string, folder: string): boolean {
  const separator = folder.includes('/') ? '/' : '\\'
  return path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator)
}
