import { MemorySessionStore } from '../src/index.ts'
import { describeSessionStore } from './store-suite.ts'

describeSessionStore('sessions in memory', () => new MemorySessionStore())
