"""Tables of pages."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from ._records import Record
from ._types import Bbox

if TYPE_CHECKING:
    import pandas

    from ._native import Cell


@dataclass(frozen=True, slots=True, repr=False)
class Table(Record):
    """A table of a page: its cells, and its rows as lists of texts."""

    block_id: str
    bbox: Bbox
    page_index: int
    row_count: int
    column_count: int
    head_rows: int
    """The number of header rows at the top."""
    cells: tuple[Cell, ...]
    """The cells row by row, including empty ones."""
    continues: str | None = None
    """The block that this table continues, in another column or on the previous page."""
    continued_by: str | None = None
    """The block that continues this table."""
    repeated_rows: int = 0
    """The number of rows at the top that repeat the header of the continued table."""

    @property
    def page_number(self) -> int:
        """The page, counted from 1."""
        return self.page_index + 1

    @property
    def rows(self) -> list[list[str]]:
        """The texts of the cells. A cell that spans others has its text in the first, the others are empty."""
        rows = [[""] * self.column_count for _ in range(self.row_count)]
        for cell in self.cells:
            rows[cell.row][cell.column] = cell.text
        return rows

    @property
    def header(self) -> list[str]:
        """One title for each column: the header rows joined by spaces; empty without a header."""
        if not self.head_rows:
            return []
        titles: list[list[str]] = [[] for _ in range(self.column_count)]
        for cell in self.cells:
            if cell.row < self.head_rows and cell.text:
                for column in range(cell.column, min(cell.column + cell.column_span, self.column_count)):
                    titles[column].append(cell.text)
        return [" ".join(parts) for parts in titles]

    def to_pandas(self) -> pandas.DataFrame:
        """Return the table as a data frame with the header as titles. Needs pandas."""
        import pandas

        rows = self.rows[self.head_rows :]
        return pandas.DataFrame(rows, columns=self.header or None)

    def to_csv(self) -> str:
        """Return the rows as CSV."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows(self.rows)
        return out.getvalue()

    def to_html(self) -> str:
        """Return the table as HTML, with spans."""
        lines: list[str] = ["<table>"]
        by_row: dict[int, list[Cell]] = {}
        for cell in self.cells:
            by_row.setdefault(cell.row, []).append(cell)
        for row in range(self.row_count):
            lines.append("<tr>" + "".join(_cell_html(cell) for cell in by_row.get(row, [])) + "</tr>")
        lines.append("</table>")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return self.to_html()

    def __iter__(self) -> Any:
        return iter(self.rows)

    def __len__(self) -> int:
        return self.row_count


def _cell_html(cell: Cell) -> str:
    tag = "th" if cell.header else "td"
    rows = f' rowspan="{cell.row_span}"' if cell.row_span > 1 else ""
    columns = f' colspan="{cell.column_span}"' if cell.column_span > 1 else ""
    return f"<{tag}{rows}{columns}>{escape(cell.text)}</{tag}>"
