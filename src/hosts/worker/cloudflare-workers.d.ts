/** The part of the module of the Workers runtime that calmock uses. Users need no package with its types. */
declare module 'cloudflare:workers' {
  export abstract class DurableObject<Env = unknown> {
    protected readonly ctx: import('./durable-objects.ts').ObjectState
    protected readonly env: Env
    constructor(ctx: import('./durable-objects.ts').ObjectState, env: Env)
  }
}
