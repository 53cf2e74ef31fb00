using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Mail;

internal static class MailRules
{
    public static EngineRule Message { get; } =
        new("mail.message", 0, "It is a message; its bodies and attachments are parts.", "RFC 5322, RFC 2045", 5);

    public static EngineRule Encrypted { get; } =
        new("mail.encrypted", 0, "The message is encrypted for its receiver.", "RFC 8551, RFC 3156", 5);

    public static EngineRule NoBoundary { get; } = new("mail.no-boundary", 0,
        "The message says that it has several parts, and not where they end: programs guess differently.", "RFC 2046, 5.1.1", 5);

    public static EngineRule TwoHeaders { get; } = new("mail.two-headers", 0,
        "A header that says what follows comes twice and says two things: programs see different files.", "RFC 5322, 3.6", 6);

    public static IReadOnlyList<EngineRule> All { get; } = [Message, Encrypted, NoBoundary, TwoHeaders];
}
