namespace Load.Machine;

/// <summary>A process that is looked at while something is measured, whoever started it.</summary>
internal interface IObservedProcess
{
    /// <summary>The name in tables and in <c>timeline.csv</c>, such as <c>Analyzer.Service</c>.</summary>
    string Name { get; }

    /// <summary>Its usage up to now; null when it has ended, or runs elsewhere.</summary>
    ProcessUsage? Usage { get; }

    /// <summary>Known only of a process that the lab started.</summary>
    bool HasExited { get; }

    /// <summary>The address of its metrics for Prometheus; null when it shows none.</summary>
    Uri? Metrics { get; }
}
