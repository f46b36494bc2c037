/** The events of the tests. */
export const fixtures = [
  {
    id: 1,
    title: 'Paper marbling',
    start_date: '2030-01-09 18:00:00',
    end_date: '2030-01-09 20:00:00',
  },
  {
    id: 2,
    title: 'Screen printing for beginners',
    start_date: '2030-01-10 18:30:00',
    end_date: '2030-01-10 20:30:00',
  },
  {
    id: 3,
    title: 'Open studio',
    start_date: '2030-01-14 10:00:00',
    end_date: '2030-01-14 16:00:00',
  },
]
