// Vite replaces import.meta.env.DEV by false in a build, and leaves out the import
if (import.meta.env.DEV) {
  const { setupCalmock } = await import('calmock/browser')
  await setupCalmock({ sites: ['en', 'hi', 'ar'], baseUrl: '/api' }).start()
}

await import('./main.tsx')
