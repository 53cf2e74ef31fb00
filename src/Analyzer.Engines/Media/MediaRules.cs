using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Media;

internal static class MediaRules
{
    public static EngineRule Kind { get; } = new("media.type", 0,
        "It is a picture, a font, a sound or a film by its first bytes. Attacks on the programs that decode it were not looked for.",
            "Judgement", 5);

    public static EngineRule Appended { get; } = new("media.appended", 20,
        "Something follows behind the picture's end, where programs that show it do not look.", "Judgement", 5);

    public static IReadOnlyList<EngineRule> All { get; } = [Kind, Appended];
}
