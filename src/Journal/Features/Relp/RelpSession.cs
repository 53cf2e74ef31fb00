namespace Journal.Features.Relp;

/// <summary>Checks the order of commands: open, then messages, then close; numbers rise by one.</summary>
internal sealed class RelpSession
{
    private const int MaxNumber = 999_999_999;
    private int _last;
    private bool _isOpen;

    public RelpStep Next(RelpFrame frame)
    {
        var follows = _last == 0 ? frame.Number is > 0 and <= MaxNumber : frame.Number == (_last == MaxNumber ? 1 : _last + 1);
        _last = frame.Number;
        var step = (frame.Command, _isOpen) switch
        {
            _ when !follows => RelpStep.Invalid,
            ("open", false) => RelpStep.Open,
            ("syslog", true) => RelpStep.Message,
            ("close", _) => RelpStep.Close,
            _ => RelpStep.Invalid,
        };
        _isOpen |= step == RelpStep.Open;
        return step;
    }
}

/// <summary>The command of a frame.</summary>
internal enum RelpStep
{
    Invalid,
    Open,
    Message,
    Close,
}
