(() => {
  const $ = (selector, inside = document) => inside.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const form = $("#controls"), says = $("#says"), shown = $("#answer"), curve = $("#curve");
  const base = location.pathname;
  let busy = false, next = null, chosen = null, first = null, version = Number(form.dataset.version);

  // What the fields say, as texts; what they are worth is for the server to say.
  const question = () => {
    const claim = {eps: $("#claim-eps-text").value, delta: $("#claim-delta-text").value};
    const table = $(".entries");
    if (!table) {
      const named = all("[data-parameter]").map((field) => [field.dataset.parameter,
        field.type === "checkbox" ? String(field.checked) : field.value]);
      const everywhere = $("#all-inputs");
      return {claim, parameters: Object.fromEntries(named),
        listed_inputs: Boolean(everywhere && !everywhere.checked)};
    }
    return {claim, table: {
      inputs: all("[data-input]").map((field) => field.value),
      outputs: all("[data-output]").map((field) => field.value),
      matrix: [...table.tBodies[0].rows].map(texts),
      neighbours: JSON.parse(table.dataset.neighbours),
      directed: "directed" in table.dataset,
    }};
  };
  const texts = (row) => [...row.querySelectorAll("[data-entry]")].map((field) => field.value);

  const post = async (place, body) => {
    const response = await fetch(base + place, {
      method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error((await response.text()).trim());
    return response.json();
  };
  const complain = (error) => {
    const gone = error instanceof TypeError;
    says.textContent = gone ? "dpverify has ended; start it again" : error.message;
    says.className = "open";
  };

  // One question at a time; while it is open only the newest of the others is kept.
  const ask = async (more = {}) => {
    if (busy) { next = {...next, ...more}; return; }
    busy = true;
    shown.setAttribute("aria-busy", "true");
    try {
      show(await post("answer", {...question(), ...more}));
    } catch (error) { complain(error); }
    busy = false;
    shown.setAttribute("aria-busy", String(next !== null));
    if (next) { const later = next; next = null; ask(later); }
  };

  const show = (answer) => {
    if (answer.matrix && answer.matrix.length === all(".entries tbody tr").length
        && answer.matrix[0].length === all("[data-output]").length) {
      all(".entries tbody tr").forEach((row, i) =>
        row.querySelectorAll("[data-entry]").forEach((field, j) => {
          field.value = answer.matrix[i][j];
        }));
    } else if (answer.table) { $("#table").innerHTML = answer.table; chosen = null; }
    if (answer.fault) { complain(new Error(answer.fault)); return; }
    says.textContent = answer.says;
    says.className = {holds: "good", fails: "bad", unknown: "open"}[answer.says.split(":")[0]] || "";
    shown.innerHTML = answer.html;
    curve.replaceChildren();
    if (!answer.drawn) trace();
  };

  // δ at several ε takes longer, so it is asked for when nothing has moved for a moment.
  let waiting = 0;
  const trace = () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const asked = JSON.stringify(question());
      try {
        const drawn = await post("curve", question());
        if (asked === JSON.stringify(question())) curve.innerHTML = drawn.html;
      } catch (error) { curve.replaceChildren(); }
    }, 600);
  };

  const choose = (field) => {
    if (chosen) chosen.classList.remove("chosen");
    chosen = field;
    field.classList.add("chosen");
    $("#entry-label").textContent = field.getAttribute("aria-label");
    const [over, under = 1] = field.value.split("/").map(Number);
    $("#entry").value = over / under || 0;
    first = null;
  };
  const move = (slider) => {
    if (!chosen) { choose($("[data-entry]")); }
    const row = chosen.closest("tr");
    first = first || texts(row);
    ask({move: {
      row: row.sectionRowIndex, column: chosen.closest("td").cellIndex - 1,
      to: slider.value, base: first,
    }});
  };

  form.addEventListener("focusin", ({target}) => {
    if ("entry" in target.dataset) choose(target);
    if (target.id === "entry" && chosen) first = texts(chosen.closest("tr"));
  });
  form.addEventListener("input", ({target}) => {
    if (target.id === "entry") { move(target); return; }
    if (target.dataset.text) $("#" + target.dataset.text).value = target.value;
    if (target.dataset.slider) {
      const [over, under = 1] = target.value.split("/").map(Number);
      if (!Number.isNaN(over / under)) $("#" + target.dataset.slider).value = over / under;
    }
    // A label or an entry is whole when the field is left, or by the key Enter.
    if (target.closest(".entries")) return;
    ask();
  });
  form.addEventListener("change", ({target}) => { if (target.closest(".entries")) ask(); });
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  document.addEventListener("click", async ({target}) => {
    if (target.dataset.edit) ask({edit: target.dataset.edit});
    if (!target.dataset.save) return;
    try {
      const file = await post("export", {...question(), export: target.dataset.save});
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([file.text], {type: file.type}));
      link.download = file.name;
      link.click();
      URL.revokeObjectURL(link.href);
      says.textContent = `saved as ${file.name}`;
    } catch (error) { complain(error); }
  });

  // With --watch: the file's own table or parameters again, and what was typed of those that stay.
  const reread = async () => {
    const response = await fetch(base + "controls");
    if (!response.ok) throw new Error((await response.text()).trim());
    const kept = Object.fromEntries(all("[id^=claim-]").map((field) => [field.id, field.value]));
    const where = document.activeElement && document.activeElement.id;
    form.innerHTML = (await response.json()).controls;
    for (const [id, value] of Object.entries(kept)) if ($("#" + id)) $("#" + id).value = value;
    if (where && document.getElementById(where)) document.getElementById(where).focus();
    chosen = null;
  };
  const watch = async () => {
    for (;;) {
      try {
        const response = await fetch(`${base}watch?seen=${version}`);
        if (!response.ok) throw new Error((await response.text()).trim());
        const seen = (await response.json()).version;
        if (seen !== version) { version = seen; await reread(); await ask(); }
      } catch (error) {
        complain(error);
        if (error instanceof TypeError) return;
        await new Promise((go) => { setTimeout(go, 1000); });
      }
    }
  };

  ask();
  if ("watched" in form.dataset) watch();
})();
