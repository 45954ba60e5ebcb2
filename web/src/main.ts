import './api/key'; // first: the key leaves the address before anything else happens
import { mount } from 'svelte';
import { earlyGame } from './api/early';
import App from './App.svelte';
import { panelOf } from './games/panel';
import { awaitFirstLook } from './stores/look.svelte';
import './style.css';

function begin(): void {
  mount(App, { target: document.getElementById('app')! });
  void awaitFirstLook();
}

/** A table's board is on its way already: with it in hand, the first thing drawn is the table. */
const game = earlyGame();
if (game) panelOf(game.name).then(begin, begin);
else begin();
