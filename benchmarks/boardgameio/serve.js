// boardgame.io serving tic-tac-toe: node serve.js PORT [FOLDER]. With a folder matches are kept on disk, else in memory.
const { Server, FlatFile } = require("boardgame.io/server");

const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return "INVALID_MOVE";
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G }) => (G.cells.every((cell) => cell !== null) ? { draw: true } : undefined),
};

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [TicTacToe], origins: [/.*/], ...(db ? { db } : {}) });
server.run(Number(port), () => console.log("ready"));
