(() => {
  const form = document.querySelector(".gallery form"), shown = form.querySelector("p");
  const cards = [...document.querySelectorAll(".gallery li")];
  const apply = () => {
    const words = form.words.value.toLowerCase().split(/\s+/);
    let count = 0;
    for (const card of cards) {
      const text = card.textContent.toLowerCase() + " " + card.dataset.words;
      card.hidden = !words.every((word) => text.includes(word))
        || form.subject.value && card.dataset.subject !== form.subject.value
        || form.drawn.checked && card.dataset.drawn !== "yes";
      count += !card.hidden;
    }
    shown.textContent = `${count} of ${cards.length} findings shown`;
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
})();
