export type {
  DirectoryEntry,
  EntryKind,
  FileHead,
  FileKind,
  FileOptions,
  FileService,
  FileStamp,
  FileStat,
  ReadOptions,
} from './file-service.ts'
export { FileError, type FileErrorCode } from './file-error.ts'
