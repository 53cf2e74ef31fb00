using Load.Measuring;
using Load.Systems.Analyzer.Service;

namespace Load.Systems.Analyzer.Operations;

/// <summary>Names of the dimensions that every case of the analyzer has.</summary>
internal static class AnalyzerDimensions
{
    public const string Transport = "transport";
    public const string File = "file";
    public const string Size = "size";

    public static ComparedDimension Transports { get; } = new(Transport);

    public static ComparedDimension ThreadMinimums { get; } = new(ThreadMinimum.Dimension, "ThreadPool minimum");
}
