export { serveAcp, type ServeOptions, type ServiceEnd } from './serve.ts'
