"""What the environments of PettingZoo and Gymnasium share: a setting, the episode in progress, and how it is drawn."""

from shoal.core import Table, Viewer
from shoal.core.encoding import GameEncoding
from shoal.envs.episode import Episode
from shoal.envs.rendering import Frame, Renderer
from shoal.envs.setting import Setting

__all__ = ["EpisodeEnvironment"]


class EpisodeEnvironment:
    """One game after the other."""

    #: Whose eyes the picture is for.
    viewer: Viewer = None

    def __init__(self, setting: Setting, render_mode: str | None) -> None:
        self._setting = setting
        self._renderer = Renderer(render_mode)
        self._episode: Episode | None = None
        self.render_mode = render_mode

    @property
    def encoding(self) -> GameEncoding:
        """What the numbers mean: actions as steps, observations by the names of their parts."""
        return self._setting.encoding

    @property
    def table(self) -> Table:
        """The game in progress: its record can be saved, replayed and reviewed like any other."""
        return self._running().table

    def render(self) -> Frame:
        """The position as the viewer sees it, in the environment's mode."""
        table = self.table
        return self._renderer.draw(table, table.view(self.viewer))

    def close(self) -> None:
        """Take the page in the browser away, if there is one."""
        self._renderer.close()

    def _running(self) -> Episode:
        if self._episode is None:
            raise RuntimeError("call reset() first")
        return self._episode

    def _show(self) -> None:
        """In the mode `human` an environment draws itself."""
        if self.render_mode == "human":
            self.render()
