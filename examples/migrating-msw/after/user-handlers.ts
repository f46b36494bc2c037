import { HttpResponse, http } from 'msw'

export const userHandlers = [
  http.get('https://api.example/user', () => HttpResponse.json({ name: 'Ada' })),
]
