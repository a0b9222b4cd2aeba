(() => {
  const form = document.querySelector(".filters"), shown = document.getElementById("shown");
  const rows = [...document.querySelectorAll(".index tbody tr")];
  const apply = () => {
    const {words, ...wanted} = Object.fromEntries(new FormData(form));
    let count = 0;
    for (const row of rows) {
      const fits = row.textContent.toLowerCase().includes(words.toLowerCase())
        && Object.entries(wanted).every(
          ([name, value]) => !value || row.dataset[name].split("|").includes(value));
      row.hidden = !fits;
      count += fits;
    }
    shown.textContent = `${count} of ${rows.length} ${form.dataset.of} shown`;
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
})();
