### Furrow.

kind = three stones in a row, all in the open
credit = made for the tests of Siegeworks
goal = Lay three stones in a row.
seat = { $seat ->
    [0] Blue
    [1] Yellow
   *[2] Green
}
do-stone = Lay a stone on { $cell }
holds-stone = { $cell } already holds a stone.
stone = { $seat } lays a stone on { $cell }.
stones-not = { $seat } has { $stones } of { $all } stones, not { $most }.
other-to-move = { $seat } is to move in this position.
foreign-colour = { $cell } holds a stone of a colour that nobody plays.
over = The game is over in this position, so nobody is to move.
