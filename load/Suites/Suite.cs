namespace Load.Suites;

/// <summary>What is measured in one go.</summary>
internal sealed record Suite
{
    /// <summary>On the command line.</summary>
    public required string Name { get; init; }

    /// <summary>One line for <c>list</c>.</summary>
    public required string Description { get; init; }

    /// <summary>In the order of the table; cells to be compared stand next to each other.</summary>
    public required IReadOnlyList<Cell> Cells { get; init; }

    /// <summary>How often each cell is measured; every second time the order is reversed (ABBA), so that a drift of the machine cancels out.</summary>
    public required int Repeats { get; init; }

    /// <summary>How long a cell is measured at a time; NBomber takes no less than a second.</summary>
    public required TimeSpan Slot { get; init; }

    /// <summary>Before a cell's first slot.</summary>
    public TimeSpan WarmUp { get; init; } = TimeSpan.FromSeconds(0.3);

    /// <summary>For each request.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Requests at once while a new process is warmed up.</summary>
    public int WarmUpCallers { get; init; } = 4;

    /// <summary>Every slot gets a process of its own: what the last one did to the thread pool must not help the next.</summary>
    public bool NewProcessPerSlot { get; init; }

    /// <summary>
    /// Cells that differ in their rate only form a ladder, which is climbed in the order of the cells until a rung breaks; the rungs above are skipped.
    /// </summary>
    public bool IsLadder { get; init; }

    /// <summary>How long the service is watched when all is done.</summary>
    public TimeSpan CoolDown { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Cells that this machine cannot do, and why.</summary>
    public IReadOnlyList<(Cell Cell, string Reason)> Skipped { get; init; } = [];

    /// <summary>Of measuring; starting and warming up the service comes on top.</summary>
    public TimeSpan PlannedTime => Cells.Count * (Repeats * Slot + WarmUp) + CoolDown;
}
