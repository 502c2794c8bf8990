export { LINE_MAX_BYTES, serveAcp, type ServeOptions, type ServiceEnd } from './serve.ts'
