npx calmock --scenario today+rtl
npx calmock --scenario today+./cancelled.ts
