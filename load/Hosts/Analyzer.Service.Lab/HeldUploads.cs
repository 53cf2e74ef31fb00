using Analyzer.Service.Features.Submit;
using Hosting.Lab;

namespace Analyzer.Service.Lab;

/// <summary>Section <see cref="CeilingsOptions.Section"/>, as far as it is the analyzer's alone.</summary>
public sealed class AnalyzerCeilingsOptions
{
    /// <summary>Permits for uploads that the lab takes at the start and never gives back. Default 0.</summary>
    public int HeldUploads { get; set; }
}

/// <summary>Permits that nobody uses: when there are no others, every upload is refused, and costs what a refusal costs.</summary>
internal static class HeldUploads
{
    public static void Hold(this Admission admission, int count)
    {
        for (var i = 0; i < count; i++)
        {
            _ = admission.Enter();
        }
    }
}
