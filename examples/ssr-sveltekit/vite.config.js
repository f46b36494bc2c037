import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'

// the server expects HTTPS; without this it rejects the forms of the tests with 403
const csrf = { trustedOrigins: ['http://localhost:5932'] }

export default { plugins: [sveltekit({ adapter: adapter(), csrf })] }
