using Analyzer.Engines;
using Microsoft.Extensions.ObjectPool;

namespace Analyzer.Service.Features.Submit;

/// <summary>
/// Analyses to be reused for other files: if each file got a new one, its tables would be two thirds of what a small upload allocates.
/// </summary>
internal sealed class AnalysisPool : IPooledObjectPolicy<FileAnalysis>
{
    /// <summary>Each idle one takes 16 KB.</summary>
    private const int MaxIdle = 64;

    private readonly ObjectPool<FileAnalysis> _idle;

    public AnalysisPool() => _idle = new DefaultObjectPoolProvider { MaximumRetained = MaxIdle }.Create(this);

    public Lease Rent() => new(_idle);

    FileAnalysis IPooledObjectPolicy<FileAnalysis>.Create() => new();

    bool IPooledObjectPolicy<FileAnalysis>.Return(FileAnalysis analysis)
    {
        analysis.Reset();
        return true;
    }

    /// <summary>One upload's analysis; disposing gives it back.</summary>
    internal readonly struct Lease(ObjectPool<FileAnalysis> idle) : IDisposable
    {
        public FileAnalysis Analysis { get; } = idle.Get();

        public void Dispose() => idle.Return(Analysis);
    }
}
