using Analyzer.Engines;
using Analyzer.Engines.Contract;
using Microsoft.Extensions.ObjectPool;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Submit;

/// <summary>
/// Analyses to be reused for other files: if each file got a new one, its tables would be two thirds of what a small upload allocates.
/// </summary>
internal sealed class AnalysisPool : IPooledObjectPolicy<FileAnalysis>
{
    /// <summary>Each idle one takes 100 KB, and as much again for each level of parts that it has opened.</summary>
    private const int MaxIdle = 64;

    private readonly PartLimits _parts;
    private readonly ObjectPool<FileAnalysis> _idle;

    public AnalysisPool(IOptions<PartOptions> parts)
    {
        _parts = parts.Value.ToLimits();
        _idle = new DefaultObjectPoolProvider { MaximumRetained = MaxIdle }.Create(this);
    }

    public Lease Rent() => new(_idle);

    FileAnalysis IPooledObjectPolicy<FileAnalysis>.Create() => new(_parts);

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
