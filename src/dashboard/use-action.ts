import { runAction, useApp } from './app.ts'
import { refresh } from './load-status.ts'

/** Returns a function that runs an action on the world, announces its result, and loads the world again. */
export function useAction(): (action: () => Promise<unknown>, success: string) => Promise<boolean> {
  const app = useApp()
  return async (action, success) => {
    const isDone = await runAction(app, action, success)
    if (isDone) await runAction(app, () => refresh(app), success)
    return isDone
  }
}
