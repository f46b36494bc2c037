npx calmock export --format types src # creates src/calmock.d.ts
