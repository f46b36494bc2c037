/// <reference types="vite/client" />

const { start } = await import(/* @vite-ignore */ new URL('mock/calmock.js', document.baseURI).href)
await start({ persist: true })
await import('./app.ts')
