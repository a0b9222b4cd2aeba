(() => {
  const form = document.querySelector(".filters"), shown = document.getElementById("shown");
  const rows = [...document.querySelectorAll(".index tbody tr")];
  const apply = () => {
    const want = Object.fromEntries(new FormData(form));
    const words = want.words.toLowerCase();
    let count = 0;
    for (const row of rows) {
      const fits = (!want.status || row.dataset.status === want.status)
        && (!want.part || row.dataset.part === want.part)
        && (!want.source || row.dataset.source.split("|").includes(want.source))
        && row.textContent.toLowerCase().includes(words);
      row.hidden = !fits;
      count += fits;
    }
    shown.textContent = `${count} of ${rows.length} claims shown`;
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
})();
