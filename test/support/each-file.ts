import { prepareTestFile } from './migrate.ts'

// workerd evaluates the modules of the bundle once; Vitest evaluates this one for each test file.
await prepareTestFile()
