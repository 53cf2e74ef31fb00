namespace Load.Stack.Chaos;

/// <summary>Which faults strike what, in which order.</summary>
internal static class ChaosPlan
{
    /// <summary>For ever; the same for one seed and the same processes.</summary>
    public static IEnumerable<(StackFault Fault, IStackProcess Struck)> AtRandom(IReadOnlyList<IStackProcess> processes, int seed)
    {
        var random = new Random(seed);
        while (true)
        {
            var struck = processes[random.Next(processes.Count)];
            var faults = StackFault.Of(struck);
            yield return (faults[random.Next(faults.Count)], struck);
        }
    }

    /// <summary>Each process once by one fault.</summary>
    public static IEnumerable<(StackFault Fault, IStackProcess Struck)> InTurn(IReadOnlyList<IStackProcess> processes, StackFault fault) =>
        processes.Select(process => (fault, process));
}
