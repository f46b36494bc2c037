import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
import { pluginZod } from '@kubb/plugin-zod'

/** Types, zod schemas and a client of one document, whose file is in the environment. */
export default defineConfig({
  input: { path: process.env.DOCUMENT },
  output: { path: process.env.OUTPUT, clean: true },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs(),
    pluginZod(),
    pluginClient({ client: 'fetch' }),
  ],
})
