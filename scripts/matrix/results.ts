/** The checks so far. */
const count = { passed: 0, failed: 0 }

/** Runs a check, counts it and prints its result. An error is a failure. */
export async function check(name: string, run: () => Promise<unknown>): Promise<void> {
  const error = await run().then(
    (result) => (result === false ? 'the check returned false' : undefined),
    (error: unknown) => error,
  )
  if (error) console.log(String(error))
  record(name, error ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 })
}

/** Counts the tests of a run and prints its result. */
export function record(name: string, { passed, failed }: typeof count): void {
  count.passed += passed
  count.failed += failed
  const tests = passed > 1 ? `: ${passed} tests passed` : ''
  console.log(`${failed === 0 ? 'ok' : 'FAILED'} ${name}${tests}`)
}

/** Prints why a check cannot run on this machine. It counts as neither passed nor failed. */
export function skip(name: string, reason: string): void {
  console.log(`not run: ${name}: ${reason}`)
}

/** Prints the result of all checks as the last line, and sets the exit code. */
export function finish(): void {
  process.exitCode = count.failed === 0 ? 0 : 1
  console.log(`${count.passed} passed, ${count.failed} failed`)
}
