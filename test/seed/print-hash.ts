/**
 * Prints the hash of a whole world, for a test that compares processes. The argument is the options
 * in JSON.
 */
import { hashOf, mockOf } from './pages.ts'

const [options = '{}'] = process.argv.slice(2)
console.log(await hashOf(mockOf(JSON.parse(options))))
