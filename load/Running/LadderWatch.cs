using Load.Measured;
using Load.Suites;

namespace Load.Running;

/// <summary>Remembers which ladder of a suite broke in which repeat: the rungs above need not be tried.</summary>
internal sealed class LadderWatch(Suite suite)
{
    private readonly HashSet<(string Ladder, int Repeat)> _broken = [];

    public bool IsBroken(Cell cell, int repeat) => suite.IsLadder && _broken.Contains((Knee.LadderOf(cell), repeat));

    public void Climbed(Cell cell, Slot slot)
    {
        if (suite.IsLadder && Knee.WhyBroken(cell, slot) is not null)
        {
            _broken.Add((Knee.LadderOf(cell), slot.Repeat));
        }
    }
}
