using Load.Measured;
using Load.Suites;

namespace Load.Progress;

/// <summary>Shows a person what the lab is doing.</summary>
internal interface IProgressView
{
    void Planned(Suite suite);

    void WarmingUp(Cell cell);

    void SlotStarted(Cell cell, int repeat);

    void SlotSkipped(Cell cell);

    void WatchingIdle(TimeSpan time);

    void SlotEnded(Cell cell, Slot slot);
}
