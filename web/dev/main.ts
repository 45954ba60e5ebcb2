import { mount } from 'svelte';
import '../src/style.css';
import Fixtures from './Fixtures.svelte';

mount(Fixtures, { target: document.getElementById('app')! });
