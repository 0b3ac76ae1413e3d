// Offers names of tables and columns while a query is written. All else works without it.
"use strict";
(() => {
  const MOST = 8;
  const text = document.getElementById("query");
  const list = document.getElementById("choices");
  const told = document.getElementById("told");
  const source = document.getElementById("names");
  if (!text || !list || !told || !source) {
    return;
  }
  const names = [...new Set([...source.querySelectorAll("code")].map((each) => each.textContent))];
  let chosen = -1;
  text.setAttribute("aria-autocomplete", "list");
  text.setAttribute("aria-controls", "choices");

  function word() {
    const before = text.value.slice(0, text.selectionStart);
    const found = /[\p{L}_"][\p{L}\p{N}_]*$/u.exec(before);
    return found ? found[0] : "";
  }

  function close() {
    list.hidden = true;
    list.textContent = "";
    chosen = -1;
    text.removeAttribute("aria-activedescendant");
  }

  function bare(name) {
    return name.replace(/^"/, "").toLowerCase();
  }

  function offer() {
    close();
    const begun = bare(word());
    const found =
      begun.length < 2
        ? []
        : names.filter((name) => bare(name).startsWith(begun) && bare(name) !== begun);
    for (const name of found.slice(0, MOST)) {
      const item = document.createElement("li");
      item.id = "choice" + list.children.length;
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", "false");
      item.textContent = name;
      item.addEventListener("mousedown", (event) => {
        event.preventDefault();
        take(name);
      });
      list.append(item);
    }
    list.hidden = list.children.length === 0;
    told.textContent = list.hidden ? "" : list.children.length + " names, arrow down to choose";
  }

  function choose(next) {
    const items = list.children;
    chosen = (next + items.length) % items.length;
    for (let i = 0; i < items.length; i++) {
      items[i].setAttribute("aria-selected", String(i === chosen));
    }
    text.setAttribute("aria-activedescendant", "choice" + chosen);
  }

  function take(name) {
    const end = text.selectionStart;
    text.setRangeText(name, end - word().length, end, "end");
    close();
    told.textContent = name + " written";
  }

  text.addEventListener("input", offer);
  text.addEventListener("blur", close);
  text.addEventListener("keydown", (event) => {
    if (list.hidden) {
      return;
    }
    if (event.key === "ArrowDown") {
      choose(chosen + 1);
    } else if (event.key === "ArrowUp") {
      choose(chosen < 0 ? -1 : chosen - 1);
    } else if ((event.key === "Enter" || event.key === "Tab") && chosen >= 0) {
      take(list.children[chosen].textContent);
    } else if (event.key === "Escape") {
      close();
    } else {
      return;
    }
    event.preventDefault();
  });
})();
