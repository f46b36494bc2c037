import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en'] })
const path = '/en/cal/events/v1/events/102'

const form = new FormData()
form.append('image', new File(['…'], 'poster.png', { type: 'image/png' }))
const upload = await mock.fetch(path, { method: 'POST', body: form })
console.log(upload.status, upload.headers.get('X-Calmock-Notes')?.includes('file-ignored')) // 200 true

const image = 'https://pictures.example/poster.png'
const update = await mock.fetch(path, { method: 'POST', body: new URLSearchParams({ image }) })
console.log((await update.json()).image.url) // https://pictures.example/poster.png
