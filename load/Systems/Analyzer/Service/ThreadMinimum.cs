namespace Load.Systems.Analyzer.Service;

/// <summary>
/// The ThreadPool minimums of the experiment: as the runtime has it, which is one for each processor, and two higher ones.
/// </summary>
internal static class ThreadMinimum
{
    public const string Dimension = "threads";

    public static ServiceSettings[] All { get; } = [ServiceSettings.Default.With(Dimension, "default"), .. ((int[])[50, 100]).Select(Of)];

    public static ServiceSettings Of(int minimum) =>
        ServiceSettings.Default.With(Dimension, $"{minimum}", ("Analyzer:Ceilings:MinWorkerThreads", $"{minimum}"));
}
