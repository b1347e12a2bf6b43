const PASSWORD = "correct horse battery staple";

/** Signs an owner in, for all pages of the browser's context. */
export async function signIn(context, pulsen) {
  const page = await context.newPage();
  await page.goto(pulsen.personLink("ann@shop.example", "Ann"));
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(/\/staff\/inbox/);
  await page.close();
}
