import { useCalmock } from 'calmock/cypress'

/** The mock that `npx calmock --sites en` serves: a separate world for each test. */
export const calmock = useCalmock({ url: 'http://127.0.0.1:4747' })
