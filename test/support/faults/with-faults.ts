import { faulty } from '#test/faults/bindings.ts'
import type { Faults } from '#test/faults/faults.ts'
import type { World } from '#test/world.ts'

/** Runs `act` on a site whose parts have these faults. */
export async function withFaults<T>(
  world: World,
  faults: Faults,
  act: () => Promise<T>,
): Promise<T> {
  const { env, app } = world
  const { fetch } = app
  Object.assign(world, { env: faulty(env, faults) })
  app.fetch = async (...given) => {
    const response = await fetch(...given)
    faults.hasResponded = true
    return response
  }
  try {
    return await act()
  } finally {
    Object.assign(world, { env })
    app.fetch = fetch
  }
}
